/**
 * The commands that call an MCP server. Argument parsing is in {@code dev.tenon.cli.argument}, user prompts are in
 * {@code dev.tenon.cli.dialog}. Internal to the {@code tenon} command.
 */
package dev.tenon.cli.client;
