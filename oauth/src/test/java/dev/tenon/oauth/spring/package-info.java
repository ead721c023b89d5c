/** Tests with a real authorization server, Spring Authorization Server. */
@NullMarked
package dev.tenon.oauth.spring;

import org.jspecify.annotations.NullMarked;
