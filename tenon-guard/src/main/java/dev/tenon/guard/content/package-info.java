/**
 * What texts say that they should not: characters that nobody sees, words that give a model orders, secrets. Each is
 * found by a rule with a name, in time that grows with the length of the text.
 */
@NullMarked
package dev.tenon.guard.content;

import org.jspecify.annotations.NullMarked;
