package dev.tenon.wire;

import dev.tenon.model.ClientCapabilities;
import dev.tenon.model.Implementation;
import dev.tenon.model.Prompt;
import dev.tenon.model.Resource;
import dev.tenon.model.ResourceTemplate;
import dev.tenon.model.Revision;
import dev.tenon.model.ServerCapabilities;
import dev.tenon.model.Tool;

/** The codecs of the things that messages are made of, in one revision. */
final class Elements {
    final Revision revision;
    final CommonMembers common;
    final Codec<Implementation> implementation;
    final Codec<ClientCapabilities> clientCapabilities;
    final Codec<ServerCapabilities> serverCapabilities;
    final Codec<Resource> resource;
    final Codec<ResourceTemplate> resourceTemplate;
    final ContentCodec content;
    final Codec<Tool> tool;
    final Codec<Prompt> prompt;

    Elements(Revision revision) {
        this.revision = revision;
        common = new CommonMembers(revision);
        implementation = PeerCodecs.implementation(common);
        clientCapabilities = new ClientCapabilitiesCodec(revision);
        serverCapabilities = new ServerCapabilitiesCodec(revision);
        resource = OfferCodecs.resource(common);
        resourceTemplate = OfferCodecs.resourceTemplate(common);
        content = new ContentCodec(common, resource);
        tool = OfferCodecs.tool(common);
        prompt = OfferCodecs.prompt(common);
    }
}
