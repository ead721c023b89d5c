@NullMarked
package dev.tenon.battery;

import org.jspecify.annotations.NullMarked;
