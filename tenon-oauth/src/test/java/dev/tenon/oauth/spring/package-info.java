/** A real authorization server, Spring's, and what is proven with it. */
@NullMarked
package dev.tenon.oauth.spring;

import org.jspecify.annotations.NullMarked;
