package dev.tenon.codec.internal;

import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Prompt;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.model.Revision;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.Tool;

/** The codecs of the types that occur in messages, for one revision. */
public final class ElementCodecs {
    public final Revision revision;
    public final CommonMemberCodec common;
    public final JsonObjectCodec<Implementation> implementation;
    public final JsonObjectCodec<ClientCapabilities> clientCapabilities;
    final JsonObjectCodec<ServerCapabilities> serverCapabilities;
    final JsonObjectCodec<Resource> resource;
    final JsonObjectCodec<ResourceTemplate> resourceTemplate;
    final ContentCodec content;
    final JsonObjectCodec<Tool> tool;
    final JsonObjectCodec<Prompt> prompt;

    ElementCodecs(Revision revision) {
        this.revision = revision;
        common = new CommonMemberCodec(revision);
        implementation = PeerInfoCodecs.implementation(common);
        CapabilityCodecs capabilities = new CapabilityCodecs(revision);
        clientCapabilities = capabilities.client;
        serverCapabilities = capabilities.server;
        resource = ServerFeatureCodecs.resource(common);
        resourceTemplate = ServerFeatureCodecs.resourceTemplate(common);
        content = new ContentCodec(common, resource);
        tool = ServerFeatureCodecs.tool(common);
        prompt = ServerFeatureCodecs.prompt(common);
    }
}
