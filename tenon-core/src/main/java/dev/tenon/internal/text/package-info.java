/** Excerpts of text of a peer for messages. For modules of Tenon only. */
@NullMarked
package dev.tenon.internal.text;

import org.jspecify.annotations.NullMarked;
