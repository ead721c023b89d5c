package dev.tenon.client.internal;

import dev.tenon.client.Asker;
import dev.tenon.client.BadAnswerException;
import dev.tenon.client.FormAnswers;
import dev.tenon.client.FormHandler;
import dev.tenon.client.NotApprovedException;
import dev.tenon.client.NotSupportedException;
import dev.tenon.client.RootsHandler;
import dev.tenon.client.SamplingHandler;
import dev.tenon.client.UrlHandler;
import dev.tenon.model.CreateMessage;
import dev.tenon.model.CreateMessageResult;
import dev.tenon.model.ElicitAction;
import dev.tenon.model.ElicitForm;
import dev.tenon.model.ElicitResult;
import dev.tenon.model.ElicitUrl;
import dev.tenon.model.InputRequest;
import dev.tenon.model.InputResponse;
import dev.tenon.model.ListRootsResult;
import dev.tenon.model.Meta;
import dev.tenon.model.Root;
import dev.tenon.schema.Advice;
import dev.tenon.schema.SchemaIssue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Answers what a server asks, by the host's handlers and with its approval; the same in both eras. */
final class Questions {
    private final Host host;

    Questions(Host host) {
        this.host = host;
    }

    /**
     * Asks the host.
     *
     * @throws NotSupportedException when there is no handler for it
     * @throws NotApprovedException when the host says no
     * @throws BadAnswerException when the server asks for what it must not ask for
     */
    InputResponse answer(InputRequest request, Asker asker) throws Exception {
        if (request instanceof ElicitForm form) {
            return fill(form, asker);
        }
        if (request instanceof ElicitUrl url) {
            return open(url, asker);
        }
        if (request instanceof CreateMessage message) {
            return sample(message, asker);
        }
        return roots(asker);
    }

    private ElicitResult fill(ElicitForm form, Asker asker) throws Exception {
        FormHandler handler = given(host.forms(), "forms");
        ElicitResult result = handler.fill(form, asker);
        if (result.action() != ElicitAction.ACCEPT) {
            return result;
        }
        ElicitResult complete =
                new ElicitResult(ElicitAction.ACCEPT, FormAnswers.withDefaults(form, result.content()), result.meta());
        List<SchemaIssue> issues = FormAnswers.issues(form, complete.content());
        if (!issues.isEmpty()) {
            throw new IllegalArgumentException(
                    "What the user entered does not fit the form: " + Advice.forFields(issues));
        }
        return host.approval().discloseInput(form, complete) ? complete : ElicitResult.decline();
    }

    private ElicitResult open(ElicitUrl url, Asker asker) throws Exception {
        UrlHandler handler = given(host.urls(), "urls");
        SafePage.check(url.url());
        ElicitResult result = handler.open(url, asker);
        // An agreement to go somewhere carries nothing.
        return result.action() == ElicitAction.ACCEPT ? ElicitResult.accept().withMeta(result.meta()) : result;
    }

    private CreateMessageResult sample(CreateMessage request, Asker asker) throws Exception {
        SamplingHandler handler = given(host.sampling(), "sampling");
        boolean tools = host.capabilities().sampling() != null
                && host.capabilities().sampling().tools();
        if (request.needsTools() && !tools) {
            throw new BadAnswerException("The server asks for sampling with tools, which was not declared");
        }
        approved(host.approval().sample(request), "sampling");
        CreateMessageResult result = handler.sample(request, asker);
        approved(host.approval().discloseSample(request, result), "the model's answer to be disclosed");
        return result;
    }

    private ListRootsResult roots(Asker asker) throws Exception {
        RootsHandler handler = given(host.roots(), "roots");
        List<Root> roots = handler.roots(asker);
        approved(host.approval().discloseRoots(roots), "the roots to be disclosed");
        return new ListRootsResult(roots, Meta.EMPTY);
    }

    private static <T> T given(@Nullable T handler, String what) {
        if (handler == null) {
            throw new NotSupportedException("The server asks for " + what + ", which was not declared");
        }
        return handler;
    }

    private static void approved(boolean yes, String what) {
        if (!yes) {
            throw new NotApprovedException("The host does not allow " + what);
        }
    }
}
