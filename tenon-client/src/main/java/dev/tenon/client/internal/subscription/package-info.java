/** Subscriptions to changes of the server. */
@NullMarked
package dev.tenon.client.internal.subscription;

import org.jspecify.annotations.NullMarked;
