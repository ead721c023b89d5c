/** What observers of a guard are told about its calls. */
@NullMarked
package dev.tenon.guard.observer;

import org.jspecify.annotations.NullMarked;
