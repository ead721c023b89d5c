/** What happened: a file of JSON lines, each of which carries the hash of the one before. */
@NullMarked
package dev.tenon.guard.audit;

import org.jspecify.annotations.NullMarked;
