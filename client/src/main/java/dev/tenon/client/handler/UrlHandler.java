package dev.tenon.client.handler;

import dev.tenon.model.ElicitResult;
import dev.tenon.model.ElicitUrl;

/** Sends the user to a URL on behalf of the server (client features, elicitation, URL mode). */
@FunctionalInterface
public interface UrlHandler {
    /**
     * Asks the user for consent, and only then opens the URL in a browser, without a shell. Show the whole URL, above
     * all its host, and the requesting server; do not fetch anything from the URL beforehand. The client has validated
     * that it is an http or https URL without user information.
     *
     * @return accept when the user agreed to open the URL, which does not mean that the interaction is complete;
     *     otherwise decline or cancel
     */
    ElicitResult open(ElicitUrl url, RequestingServer server) throws Exception;
}
