/** Handlers of accepted channels: framing of requests, pacing of reads, and bounds on memory. */
@NullMarked
package dev.tenon.http.embedded.internal.channel;

import org.jspecify.annotations.NullMarked;
