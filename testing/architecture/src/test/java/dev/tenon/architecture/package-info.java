/** Tests that look at all modules from outside: arrows, style, libraries, and what the tests of the others prove. */
@NullMarked
package dev.tenon.architecture;

import org.jspecify.annotations.NullMarked;
