import { dirname } from 'node:path';
import { Scene, type SceneOptions } from '../host/tools/scene.js';

/** A scene in which the tools trust the folder and have chosen how to reach a model. */
export function trustedScene(options: SceneOptions = {}): Scene {
  const scene = new Scene(options);
  scene.write('.git/HEAD', 'ref: refs/heads/main\n');
  for (const folder of ['objects', 'refs']) scene.write(`.git/${folder}/.keep`, '');
  // A process reads this file once, so it is the same in all scenes.
  scene.write('~/.gemini/trustedFolders.json', JSON.stringify({ [dirname(scene.folder)]: 'TRUST_FOLDER' }));
  scene.write('~/.gemini/settings.json', '{"security": {"auth": {"selectedType": "gemini-api-key"}}}\n');
  scene.write('~/.copilot/config.json', JSON.stringify({ trustedFolders: [scene.repository] }));
  scene.write('~/.codex/.keep', '');
  return scene;
}
