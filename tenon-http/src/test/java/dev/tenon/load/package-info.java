/** Many calls at once, many clients, slow clients, and races: over stdio and HTTP, with bounds on time and memory. */
@NullMarked
package dev.tenon.load;

import org.jspecify.annotations.NullMarked;
