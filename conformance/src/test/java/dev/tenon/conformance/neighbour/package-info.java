/** One client attacks a server; another client must not notice. Both sides are processes of their own. */
@NullMarked
package dev.tenon.conformance.neighbour;

import org.jspecify.annotations.NullMarked;
