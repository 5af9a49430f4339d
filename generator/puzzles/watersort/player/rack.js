/** Where tubes stand, in cells, as in the family's pictures (picture.py). */

const MOST_ABREAST = 9;

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

  /** The place of the tube at a cell, or null where none stands. */
  placeAt({ column, row }) {
    const place = this.abreast * Math.floor(row / this.#depth) + (column - 1) / 2;
    return column % 2 && place < this.#tubes ? place : null;
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
