/** The configuration that {@code ClientBuilder} collected. For the client itself. */
@NullMarked
package dev.tenon.client.internal.config;

import org.jspecify.annotations.NullMarked;
