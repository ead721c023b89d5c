/**
 * Subscriptions to notifications and their streams. Delivering notifications is in {@code
 * dev.tenon.client.internal.inbound}. For the client itself.
 */
@NullMarked
package dev.tenon.client.internal.subscription;

import org.jspecify.annotations.NullMarked;
