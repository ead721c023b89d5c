/** Several servers behind one endpoint. */
@NullMarked
package dev.tenon.guard.joint;

import org.jspecify.annotations.NullMarked;
