/** The configuration that {@code ClientBuilder} collected. For the client itself. */
package dev.tenon.client.internal.config;
