/** Who gets in at the front, and what the guard shows to the servers behind: never the client's own token. */
@NullMarked
package dev.tenon.guard.credentials;

import org.jspecify.annotations.NullMarked;
