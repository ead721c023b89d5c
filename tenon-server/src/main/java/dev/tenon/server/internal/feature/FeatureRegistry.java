package dev.tenon.server.internal.feature;

import dev.tenon.model.ServerCapabilities;
import dev.tenon.server.feature.PromptSpec;
import dev.tenon.server.feature.ResourceSpec;
import dev.tenon.server.feature.ResourceTemplateSpec;
import dev.tenon.server.feature.ToolSpec;
import dev.tenon.server.forwarder.ServerDescription;
import dev.tenon.server.internal.request.ChangeBroadcaster;
import dev.tenon.server.internal.request.ServerSettings;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Everything that a server has to offer, whoever asks. Tools, resources and prompts come and go while it runs. */
public final class FeatureRegistry {
    private final ServerSettings settings;
    private final Catalog<ToolSpec> tools;
    private final Catalog<ResourceSpec> resources;
    private final Catalog<ResourceTemplateSpec> templates;
    private final Catalog<PromptSpec> prompts;

    public FeatureRegistry(ServerSettings settings, ChangeBroadcaster hub) {
        this.settings = settings;
        tools = new Catalog<>("tool", spec -> spec.tool().name(), ToolSpec::scopes, hub::notifyToolsChanged);
        resources = new Catalog<>(
                "resource", spec -> spec.resource().uri(), ResourceSpec::scopes, hub::notifyResourcesChanged);
        templates = new Catalog<>(
                "resource template",
                spec -> spec.template().uriTemplate(),
                ResourceTemplateSpec::scopes,
                hub::notifyResourcesChanged);
        prompts = new Catalog<>("prompt", spec -> spec.prompt().name(), PromptSpec::scopes, hub::notifyPromptsChanged);
    }

    @Nullable String instructions() {
        return settings.instructions();
    }

    /** The tools. */
    public Catalog<ToolSpec> tools() {
        return tools;
    }

    /** The resources. */
    public Catalog<ResourceSpec> resources() {
        return resources;
    }

    /** The families of resources. */
    public Catalog<ResourceTemplateSpec> templates() {
        return templates;
    }

    /** The prompts. */
    public Catalog<PromptSpec> prompts() {
        return prompts;
    }

    /** The first family that a uri belongs to, or null. */
    @Nullable ResourceTemplateSpec findTemplate(String uri) {
        return templates.items().stream()
                .filter(template -> template.pattern().match(uri).isPresent())
                .findFirst()
                .orElse(null);
    }

    /** The scopes that reading this uri needs: of the resource, else of its family; none where there is neither. */
    public Set<String> requiredScopesOfResource(String uri) {
        ResourceSpec resource = resources.get(uri);
        if (resource != null) {
            return resource.scopes();
        }
        ResourceTemplateSpec template = findTemplate(uri);
        return template == null ? Set.of() : template.scopes();
    }

    boolean hasTools() {
        return tools.wasEverNonEmpty();
    }

    boolean hasResources() {
        return resources.wasEverNonEmpty() || templates.wasEverNonEmpty();
    }

    boolean hasPrompts() {
        return prompts.wasEverNonEmpty();
    }

    boolean hasLogging() {
        return settings.logging();
    }

    boolean hasCompletions() {
        return templates.items().stream().anyMatch(t -> !t.completions().isEmpty())
                || prompts.items().stream().anyMatch(p -> !p.completions().isEmpty());
    }

    /** What clients are told of the server. */
    public ServerDescription serverDescription() {
        return new ServerDescription(settings.info(), capabilities(), settings.instructions());
    }

    /** What is declared to clients: exactly what is implemented. */
    ServerCapabilities capabilities() {
        ServerCapabilities capabilities = ServerCapabilities.NONE
                .withLogging(settings.logging())
                .withCompletions(hasCompletions())
                .withExtensions(settings.extensions());
        if (hasTools()) {
            capabilities = capabilities.withTools(true);
        }
        if (hasResources()) {
            capabilities = capabilities.withResources(true, true);
        }
        return hasPrompts() ? capabilities.withPrompts(true) : capabilities;
    }
}
