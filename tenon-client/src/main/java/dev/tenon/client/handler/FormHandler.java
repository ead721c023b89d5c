package dev.tenon.client.handler;

import dev.tenon.model.ElicitForm;
import dev.tenon.model.ElicitResult;

/** Shows a form to the user for the server (client features, elicitation, form mode). */
@FunctionalInterface
public interface FormHandler {
    /**
     * Asks the user, who may take long; the thread is interrupted when the server no longer wants the answer. What
     * comes back is completed with the form's defaults and checked against it: see {@link FormValues}.
     *
     * @return what the user did: accept with the values, decline or cancel
     */
    ElicitResult fill(ElicitForm form, RequestingServer asker) throws Exception;
}
