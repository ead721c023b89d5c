/** Tools, resources and prompts: their builders, handlers and exceptions. */
@NullMarked
package dev.tenon.server.feature;

import org.jspecify.annotations.NullMarked;
