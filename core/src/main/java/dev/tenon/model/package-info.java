/**
 * The Model Context Protocol as immutable Java types: the newest revision and the features that only older revisions
 * have; constructors reject values that the specification does not allow. Encoding to JSON is in
 * {@code dev.tenon.codec}, JSON-RPC messages in {@code dev.tenon.jsonrpc}. For all users of the library: create values
 * with static factories for the required parts, and add optional parts with {@code with...} methods; absent strings,
 * numbers and records are null, absent lists and maps are empty.
 */
@NullMarked
package dev.tenon.model;

import org.jspecify.annotations.NullMarked;
