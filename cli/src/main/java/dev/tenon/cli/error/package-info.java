/**
 * Exit codes, and the exception that carries one with a message for the user. The translation of client exceptions is
 * in {@code dev.tenon.cli.client}. Internal to the {@code tenon} command.
 */
package dev.tenon.cli.error;
