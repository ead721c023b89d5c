/**
 * Tools, resources and prompts: their builders, handlers and exceptions. What a handler knows about its call is in
 * {@code dev.tenon.server.call}. For authors of tools, resources and prompts.
 */
@NullMarked
package dev.tenon.server.feature;

import org.jspecify.annotations.NullMarked;
