/**
 * Parses arguments that users type, according to the schema of a tool. The commands that use it are in {@code
 * dev.tenon.cli.client}. Internal to the {@code tenon} command.
 */
package dev.tenon.cli.argument;
