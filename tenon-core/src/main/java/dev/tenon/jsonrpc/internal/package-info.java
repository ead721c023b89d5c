/** Correlation of requests with their responses, and their deadlines. For modules of Tenon only. */
@NullMarked
package dev.tenon.jsonrpc.internal;

import org.jspecify.annotations.NullMarked;
