/** Where tubes stand, in cells, as in the family's pictures (picture.py). */

const MOST_ABREAST = 9;
/** How far from its middle a tube is still meant, where the next one is at 1. */
const NEAR = 0.45;

/** A tube has one column with one between; above it is its mouth, and below it its name. */
export class Rack {
  #tubes;
  #capacity;

  constructor(tubes, capacity) {
    const racks = tubes > MOST_ABREAST ? 2 : 1;
    this.#tubes = tubes;
    this.#capacity = capacity;
    this.abreast = Math.ceil(tubes / racks);
    this.columns = 2 * this.abreast + 1;
    this.rows = racks * this.#depth;
  }

  get #depth() {
    return this.#capacity + 2;
  }

  /** The place of the tube that a cell shows, or null where none stands. */
  placeAt({ column, row }) {
    return column % 2 ? this.#placeIn(row, (column - 1) / 2) : null;
  }

  /** The place of the tube that a pointer means, which may point beside it, or null in the middle between two. */
  placeMeant({ column, row, across = 0.5 }) {
    const place = (column + across - 1.5) / 2;
    return Math.abs(place - Math.round(place)) <= NEAR ? this.#placeIn(row, Math.round(place)) : null;
  }

  #placeIn(row, abreast) {
    const place = this.abreast * Math.floor(row / this.#depth) + abreast;
    return abreast >= 0 && abreast < this.abreast && place < this.#tubes ? place : null;
  }

  /** How high a cell is in its tube: from 0 for the lowest unit to the capacity for the mouth, and -1 for the name. */
  heightAt({ row }) {
    return this.#capacity - (row % this.#depth);
  }

  /** The cell in the middle of a tube. */
  middleOf(place) {
    const top = this.#depth * Math.floor(place / this.abreast);
    return { column: 2 * (place % this.abreast) + 1, row: top + Math.floor(this.#depth / 2) };
  }
}
