/**
 * Safe formatting of a peer's text for messages and logs, checks of its characters, and hashes. Schema messages are in
 * {@code dev.tenon.schema}. For the modules of Tenon only.
 */
package dev.tenon.internal.text;
