/** Where tokens and registrations are kept. */
@NullMarked
package dev.tenon.oauth.client.internal.store;

import org.jspecify.annotations.NullMarked;
