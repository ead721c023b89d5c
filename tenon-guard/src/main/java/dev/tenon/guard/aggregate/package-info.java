/** Several servers behind one endpoint. */
@NullMarked
package dev.tenon.guard.aggregate;

import org.jspecify.annotations.NullMarked;
