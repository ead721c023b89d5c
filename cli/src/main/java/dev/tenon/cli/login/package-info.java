/**
 * The commands {@code login} and {@code logout}, and the stored tokens. The OAuth client itself is in {@code
 * dev.tenon.oauth.client}. Internal to the {@code tenon} command.
 */
package dev.tenon.cli.login;
