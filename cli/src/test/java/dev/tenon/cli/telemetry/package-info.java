@NullMarked
package dev.tenon.cli.telemetry;

import org.jspecify.annotations.NullMarked;
