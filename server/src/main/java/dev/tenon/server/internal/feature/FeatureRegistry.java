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

/**
 * The tools, resources, resource templates and prompts of a server, for all callers. They can change while the server
 * runs.
 */
public final class FeatureRegistry {
    private final ServerSettings settings;
    private final FeatureKindCatalog<ToolSpec> tools;
    private final FeatureKindCatalog<ResourceSpec> resources;
    private final FeatureKindCatalog<ResourceTemplateSpec> templates;
    private final FeatureKindCatalog<PromptSpec> prompts;

    public FeatureRegistry(ServerSettings settings, ChangeBroadcaster broadcaster) {
        this.settings = settings;
        tools = new FeatureKindCatalog<>(
                "tool", spec -> spec.tool().name(), ToolSpec::scopes, broadcaster::notifyToolsChanged);
        resources = new FeatureKindCatalog<>(
                "resource", spec -> spec.resource().uri(), ResourceSpec::scopes, broadcaster::notifyResourcesChanged);
        templates = new FeatureKindCatalog<>(
                "resource template",
                spec -> spec.template().uriTemplate(),
                ResourceTemplateSpec::scopes,
                broadcaster::notifyResourcesChanged);
        prompts = new FeatureKindCatalog<>(
                "prompt", spec -> spec.prompt().name(), PromptSpec::scopes, broadcaster::notifyPromptsChanged);
    }

    @Nullable String instructions() {
        return settings.instructions();
    }

    /** Returns the tools. */
    public FeatureKindCatalog<ToolSpec> tools() {
        return tools;
    }

    /** Returns the resources. */
    public FeatureKindCatalog<ResourceSpec> resources() {
        return resources;
    }

    /** Returns the resource templates. */
    public FeatureKindCatalog<ResourceTemplateSpec> templates() {
        return templates;
    }

    /** Returns the prompts. */
    public FeatureKindCatalog<PromptSpec> prompts() {
        return prompts;
    }

    /** Returns the first resource template that matches a URI, or null. */
    @Nullable ResourceTemplateSpec findTemplate(String uri) {
        return templates.items().stream()
                .filter(template -> template.pattern().match(uri).isPresent())
                .findFirst()
                .orElse(null);
    }

    /**
     * Returns the scopes that reading this URI needs: of the resource, otherwise of its template; empty if neither
     * exists.
     */
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

    /** Returns the description that clients get of the server. */
    public ServerDescription serverDescription() {
        return new ServerDescription(settings.info(), capabilities(), settings.instructions());
    }

    /** Returns the capabilities of the server: exactly those that are implemented. */
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
