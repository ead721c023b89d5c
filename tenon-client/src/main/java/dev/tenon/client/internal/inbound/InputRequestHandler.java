package dev.tenon.client.internal.inbound;

import dev.tenon.client.error.ApprovalDeniedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.handler.FormValues;
import dev.tenon.client.handler.RequestingServer;
import dev.tenon.client.internal.config.ClientConfig;
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
import dev.tenon.schema.SchemaIssue;
import dev.tenon.schema.SchemaIssueFormatter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Answers what a server asks, by the host's handlers and with its approval; the same in both eras. */
public record InputRequestHandler(ClientConfig host) {
    private static final String SAMPLING_TOOLS = "sampling.tools";

    /**
     * Asks the host.
     *
     * @throws NotSupportedException when there is no handler for it
     * @throws ApprovalDeniedException when the host says no
     * @throws InvalidResponseException when the server asks for what it must not ask for
     */
    public InputResponse handle(InputRequest request, RequestingServer asker) throws Exception {
        String missing = missingCapability(request);
        if (missing != null) {
            String why = undeclaredMessage(missing);
            throw missing.equals(SAMPLING_TOOLS) ? new InvalidResponseException(why) : new NotSupportedException(why);
        }
        if (request instanceof ElicitForm form) {
            return handleForm(form, asker);
        }
        if (request instanceof ElicitUrl url) {
            return handleUrl(url, asker);
        }
        if (request instanceof CreateMessage message) {
            return handleSampling(message, asker);
        }
        return handleRoots(asker);
    }

    /** The client capability that a request needs and that was not declared; null when none is missing. */
    @Nullable public String missingCapability(InputRequest request) {
        if (request instanceof ElicitForm) {
            return host.formHandler() == null ? "elicitation.form" : null;
        }
        if (request instanceof ElicitUrl) {
            return host.urlHandler() == null ? "elicitation.url" : null;
        }
        if (request instanceof CreateMessage message) {
            boolean tools = host.capabilities().sampling() != null
                    && host.capabilities().sampling().tools();
            return host.samplingHandler() == null ? "sampling" : message.needsTools() && !tools ? SAMPLING_TOOLS : null;
        }
        return host.rootsHandler() == null ? "roots" : null;
    }

    /** What is wrong with a request that needs this capability. */
    public static String undeclaredMessage(String capability) {
        return "This needs the client capability " + capability + ", which was not declared";
    }

    private ElicitResult handleForm(ElicitForm form, RequestingServer asker) throws Exception {
        ElicitResult result = Objects.requireNonNull(host.formHandler()).fill(form, asker);
        if (result.action() != ElicitAction.ACCEPT) {
            return result;
        }
        ElicitResult complete =
                new ElicitResult(ElicitAction.ACCEPT, FormValues.withDefaults(form, result.content()), result.meta());
        List<SchemaIssue> issues = FormValues.validate(form, complete.content());
        if (!issues.isEmpty()) {
            throw new IllegalArgumentException(
                    "What the user entered does not fit the form: " + SchemaIssueFormatter.formatFieldIssues(issues));
        }
        return host.approvalPolicy().approveInputDisclosure(form, complete) ? complete : ElicitResult.decline();
    }

    private ElicitResult handleUrl(ElicitUrl url, RequestingServer asker) throws Exception {
        WebPageUrlValidator.validate(url.url());
        ElicitResult result = Objects.requireNonNull(host.urlHandler()).open(url, asker);
        // An agreement to go somewhere carries nothing.
        return result.action() == ElicitAction.ACCEPT ? ElicitResult.accept().withMeta(result.meta()) : result;
    }

    private CreateMessageResult handleSampling(CreateMessage request, RequestingServer asker) throws Exception {
        requireApproval(host.approvalPolicy().approveSampling(request), "sampling");
        CreateMessageResult result =
                Objects.requireNonNull(host.samplingHandler()).sample(request, asker);
        requireApproval(
                host.approvalPolicy().approveSampleDisclosure(request, result), "the model's answer to be disclosed");
        return result;
    }

    private ListRootsResult handleRoots(RequestingServer asker) throws Exception {
        List<Root> roots = Objects.requireNonNull(host.rootsHandler()).listRoots(asker);
        requireApproval(host.approvalPolicy().approveRootsDisclosure(roots), "the roots to be disclosed");
        return new ListRootsResult(roots, Meta.EMPTY);
    }

    private static void requireApproval(boolean yes, String what) {
        if (!yes) {
            throw new ApprovalDeniedException("The host does not allow " + what);
        }
    }
}
