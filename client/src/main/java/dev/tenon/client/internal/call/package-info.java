/**
 * Executes calls: attempts, rounds of input requests, and conversion of results. Connections are in {@code
 * dev.tenon.client.internal.connection}. For the client itself.
 */
package dev.tenon.client.internal.call;
