/**
 * Parsing and validation of the configuration file. The records that result are in {@code dev.tenon.guard.config}.
 * Internal to the guard.
 */
package dev.tenon.guard.config.internal;
