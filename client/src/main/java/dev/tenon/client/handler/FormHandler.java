package dev.tenon.client.handler;

import dev.tenon.model.ElicitForm;
import dev.tenon.model.ElicitResult;

/** Shows forms to the user on behalf of the server (client features, elicitation, form mode). */
@FunctionalInterface
public interface FormHandler {
    /**
     * Shows the form and waits for the user, however long that takes; the thread is interrupted when the server cancels
     * the request. The client completes the returned values with the form's defaults and validates them: see {@link
     * FormValidator}.
     *
     * @return the action of the user: accept with the values, decline or cancel
     */
    ElicitResult fill(ElicitForm form, RequestingServer server) throws Exception;
}
