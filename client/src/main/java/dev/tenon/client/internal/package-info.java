/** The implementation of the client. The public API is in {@code dev.tenon.client}. For the client itself. */
package dev.tenon.client.internal;
