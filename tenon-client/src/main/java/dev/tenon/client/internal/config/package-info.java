/** The settings of a client, as its builder collected them. */
@NullMarked
package dev.tenon.client.internal.config;

import org.jspecify.annotations.NullMarked;
