/**
 * Executes calls: attempts, rounds of input requests, and conversion of results. Connections are in {@code
 * dev.tenon.client.internal.connection}. For the client itself.
 */
@NullMarked
package dev.tenon.client.internal.call;

import org.jspecify.annotations.NullMarked;
