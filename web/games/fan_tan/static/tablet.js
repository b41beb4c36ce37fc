// The table of hands with the layout of Fan-Tan, which has to be among its widgets before it runs.

import "./layout.js";
import "../hands/table.js";
