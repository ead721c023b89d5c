/**
 * Handling of requests and notifications that arrive from the server. The interfaces that applications implement are in
 * {@code dev.tenon.client.handler}. For the client itself.
 */
package dev.tenon.client.internal.inbound;
