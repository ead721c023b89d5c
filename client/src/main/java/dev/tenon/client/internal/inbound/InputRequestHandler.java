package dev.tenon.client.internal.inbound;

import dev.tenon.client.error.ApprovalDeniedException;
import dev.tenon.client.error.InvalidResponseException;
import dev.tenon.client.error.NotSupportedException;
import dev.tenon.client.handler.FormValidator;
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

/**
 * Handles requests of the server with the handlers and the approval policy of the application; the same in both
 * protocol eras.
 */
public record InputRequestHandler(ClientConfig config) {
    private static final String SAMPLING_TOOLS = "sampling.tools";

    /**
     * Handles a request.
     *
     * @throws NotSupportedException when there is no handler for it
     * @throws ApprovalDeniedException when the approval policy denies it
     * @throws InvalidResponseException when the request is not allowed
     */
    public InputResponse handle(InputRequest request, RequestingServer server) throws Exception {
        String missing = missingCapability(request);
        if (missing != null) {
            String message = undeclaredMessage(missing);
            throw missing.equals(SAMPLING_TOOLS)
                    ? new InvalidResponseException(message)
                    : new NotSupportedException(message);
        }
        if (request instanceof ElicitForm form) {
            return handleForm(form, server);
        }
        if (request instanceof ElicitUrl url) {
            return handleUrl(url, server);
        }
        if (request instanceof CreateMessage message) {
            return handleSampling(message, server);
        }
        return handleRoots(server);
    }

    /** Returns the client capability that a request needs and the client did not declare; null if none is missing. */
    @Nullable public String missingCapability(InputRequest request) {
        if (request instanceof ElicitForm) {
            return config.formHandler() == null ? "elicitation.form" : null;
        }
        if (request instanceof ElicitUrl) {
            return config.urlHandler() == null ? "elicitation.url" : null;
        }
        if (request instanceof CreateMessage message) {
            boolean tools = config.capabilities().sampling() != null
                    && config.capabilities().sampling().tools();
            return config.samplingHandler() == null
                    ? "sampling"
                    : message.needsTools() && !tools ? SAMPLING_TOOLS : null;
        }
        return config.rootsHandler() == null ? "roots" : null;
    }

    /** Returns the error message for a request that needs an undeclared capability. */
    public static String undeclaredMessage(String capability) {
        return "This needs the client capability " + capability + ", which was not declared";
    }

    private ElicitResult handleForm(ElicitForm form, RequestingServer server) throws Exception {
        ElicitResult result = Objects.requireNonNull(config.formHandler()).fill(form, server);
        if (result.action() != ElicitAction.ACCEPT) {
            return result;
        }
        ElicitResult completed = new ElicitResult(
                ElicitAction.ACCEPT, FormValidator.withDefaults(form, result.content()), result.meta());
        List<SchemaIssue> issues = FormValidator.validate(form, completed.content());
        if (!issues.isEmpty()) {
            throw new IllegalArgumentException("The values that the user entered do not match the form: "
                    + SchemaIssueFormatter.formatFormContentIssues(issues));
        }
        return config.approvalPolicy().approveInputDisclosure(form, completed) ? completed : ElicitResult.decline();
    }

    private ElicitResult handleUrl(ElicitUrl url, RequestingServer server) throws Exception {
        WebPageUrlValidator.validate(url.url());
        ElicitResult result = Objects.requireNonNull(config.urlHandler()).open(url, server);
        // A consent to open a URL carries no content.
        return result.action() == ElicitAction.ACCEPT ? ElicitResult.accept().withMeta(result.meta()) : result;
    }

    private CreateMessageResult handleSampling(CreateMessage request, RequestingServer server) throws Exception {
        requireApproval(config.approvalPolicy().approveSampling(request), "sampling");
        CreateMessageResult result =
                Objects.requireNonNull(config.samplingHandler()).sample(request, server);
        requireApproval(
                config.approvalPolicy().approveSampleDisclosure(request, result), "disclosure of the model's response");
        return result;
    }

    private ListRootsResult handleRoots(RequestingServer server) throws Exception {
        List<Root> roots = Objects.requireNonNull(config.rootsHandler()).listRoots(server);
        requireApproval(config.approvalPolicy().approveRootsDisclosure(roots), "disclosure of the roots");
        return new ListRootsResult(roots, Meta.EMPTY);
    }

    private static void requireApproval(boolean approved, String subject) {
        if (!approved) {
            throw new ApprovalDeniedException("The approval policy denied " + subject);
        }
    }
}
