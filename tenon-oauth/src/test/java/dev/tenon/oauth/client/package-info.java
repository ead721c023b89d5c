/** Getting in, at authorization servers that are as they should be, and at those that are not. */
package dev.tenon.oauth.client;
