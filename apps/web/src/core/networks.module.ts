// Networks of the package, in the script `networks.js`: it is loaded when a figure with a network comes into view.

export { Network } from "sprung/network";
