package dev.tenon.client.handler;

import dev.tenon.model.ElicitResult;
import dev.tenon.model.ElicitUrl;

/** Sends the user to a page for the server (client features, elicitation, URL mode). */
@FunctionalInterface
public interface UrlHandler {
    /**
     * Asks the user whether to go there, and opens the page only after a yes, in a browser and without a shell. Show
     * the whole URL, its host above all, and who asks; fetch nothing from it beforehand. The client has checked that it
     * is an http or https URL without user and password.
     *
     * @return accept when the user agreed to go, which does not mean that anything is done there yet; decline or cancel
     */
    ElicitResult open(ElicitUrl url, RequestingServer asker) throws Exception;
}
