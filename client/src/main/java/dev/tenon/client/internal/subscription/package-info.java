/**
 * Subscriptions to notifications and their streams. Delivering notifications is in {@code
 * dev.tenon.client.internal.inbound}. For the client itself.
 */
package dev.tenon.client.internal.subscription;
