package dev.tenon.client.internal;

import dev.tenon.client.Asker;
import dev.tenon.client.BadAnswerException;
import dev.tenon.client.FormAnswers;
import dev.tenon.client.NotApprovedException;
import dev.tenon.client.NotSupportedException;
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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Answers what a server asks, by the host's handlers and with its approval; the same in both eras. */
record Questions(Host host) {
    private static final String SAMPLING_TOOLS = "sampling.tools";

    /**
     * Asks the host.
     *
     * @throws NotSupportedException when there is no handler for it
     * @throws NotApprovedException when the host says no
     * @throws BadAnswerException when the server asks for what it must not ask for
     */
    InputResponse answer(InputRequest request, Asker asker) throws Exception {
        String missing = missing(request);
        if (missing != null) {
            String why = undeclared(missing);
            throw missing.equals(SAMPLING_TOOLS) ? new BadAnswerException(why) : new NotSupportedException(why);
        }
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

    /** The client capability that a request needs and that was not declared; null when none is missing. */
    @Nullable String missing(InputRequest request) {
        if (request instanceof ElicitForm) {
            return host.forms() == null ? "elicitation.form" : null;
        }
        if (request instanceof ElicitUrl) {
            return host.urls() == null ? "elicitation.url" : null;
        }
        if (request instanceof CreateMessage message) {
            boolean tools = host.capabilities().sampling() != null
                    && host.capabilities().sampling().tools();
            return host.sampling() == null ? "sampling" : message.needsTools() && !tools ? SAMPLING_TOOLS : null;
        }
        return host.roots() == null ? "roots" : null;
    }

    /** What is wrong with a request that needs this capability. */
    static String undeclared(String capability) {
        return "This needs the client capability " + capability + ", which was not declared";
    }

    private ElicitResult fill(ElicitForm form, Asker asker) throws Exception {
        ElicitResult result = Objects.requireNonNull(host.forms()).fill(form, asker);
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
        SafePage.check(url.url());
        ElicitResult result = Objects.requireNonNull(host.urls()).open(url, asker);
        // An agreement to go somewhere carries nothing.
        return result.action() == ElicitAction.ACCEPT ? ElicitResult.accept().withMeta(result.meta()) : result;
    }

    private CreateMessageResult sample(CreateMessage request, Asker asker) throws Exception {
        approved(host.approval().sample(request), "sampling");
        CreateMessageResult result = Objects.requireNonNull(host.sampling()).sample(request, asker);
        approved(host.approval().discloseSample(request, result), "the model's answer to be disclosed");
        return result;
    }

    private ListRootsResult roots(Asker asker) throws Exception {
        List<Root> roots = Objects.requireNonNull(host.roots()).roots(asker);
        approved(host.approval().discloseRoots(roots), "the roots to be disclosed");
        return new ListRootsResult(roots, Meta.EMPTY);
    }

    private static void approved(boolean yes, String what) {
        if (!yes) {
            throw new NotApprovedException("The host does not allow " + what);
        }
    }
}
