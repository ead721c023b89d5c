/**
 * Codecs that convert between JSON and {@code dev.tenon.model} for each revision, and the classifier of received
 * messages. JSON-RPC framing is in {@code dev.tenon.jsonrpc}, the codecs of single types in
 * {@code dev.tenon.codec.internal}. For the modules of Tenon, not for applications.
 */
@NullMarked
package dev.tenon.codec;

import org.jspecify.annotations.NullMarked;
